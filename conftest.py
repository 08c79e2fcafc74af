def pytest_addoption(parser):
    parser.addoption("--rewrite", action="store_true", help="write playthroughs and signatures anew; read the diff")
