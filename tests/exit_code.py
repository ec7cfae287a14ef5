"""How a command line ended, called here: argparse raises SystemExit, everything else returns."""


def exit_code_of(main, arguments) -> int:
    try:
        return main(arguments)
    except SystemExit as ended:
        return ended.code
