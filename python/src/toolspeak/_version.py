"""The version of the package, which is that of the command inside."""

__version__ = "0.1.0"
