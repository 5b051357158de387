"""Stands in for packages that trainers import and that what is run of them does not need.

install() makes modules of all of them that are not there: any name in them is Nothing.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import logging
import pathlib
import sys
import tempfile
import types


class Named(type):
    """Of a class: any name is Nothing."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing


class Nothing(metaclass=Named):
    """Stands in for a class or function of a package that is not there."""

    def __init__(self, *_, **__):
        pass

    def __call__(self, *args, **_):
        return args[0] if args and callable(args[0]) else self

    def __class_getitem__(cls, _):
        return cls


def logger(*_, **__):
    made = logging.getLogger("modelscope")
    made.addHandler(logging.NullHandler())
    return made


# What is called of the packages that are not there.
USED = {
    ("modelscope.hub.utils.utils", "get_cache_dir"): lambda *_, **__: tempfile.gettempdir(),
    ("modelscope.utils.logger", "get_logger"): logger,
}


class Missing(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules of packages that are not there, in which every name is Nothing."""

    def __init__(self, names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in self.names or name.startswith(PARTS):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__version__ = "2.9.0"
        module.__getattr__ = lambda name: self.lacks(spec.name, name)
        return module

    def lacks(self, module, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if (module, name) in USED:
            return USED[module, name]
        return type(name, (Nothing,), {})

    def exec_module(self, module):
        pass


# Parts of trainers that are for processors of their own, servers and clusters.
PARTS = (
    "axolotl.kernels", "torchtune.modules", "torchtune.utils", "mlx_lm.cli_ui", "skyrl.backends", "skyrl.env_vars", "skyrl.train.utils", "skyrl.train.config.config",
    "skyrl.train.dataset.pretokenized", "skyrl.train.dataset.sft_dataset",
)

NAMES = {
    "torch", "torchao", "torchdata", "torchaudio", "torchvision", "peft", "av", "accelerate", "gradio", "safetensors", "librosa", "bitsandbytes", "modelscope", "ray",
    "tensordict", "codetiming", "json_repair", "mlx", "loguru", "skyrl_gym", "jaxtyping", "tinker", "blobfile", "chz",
}


def install():
    """Reports whether PyTorch is there."""
    heavy = importlib.util.find_spec("torch") is not None
    if heavy:
        missing = {name for name in NAMES if importlib.util.find_spec(name) is None}
    else:
        missing = NAMES  # safetensors alone does without
    sys.meta_path.insert(0, Missing(missing))
    return heavy


def folder(package):
    return pathlib.Path(importlib.util.find_spec(package).submodule_search_locations[0])


def bare(package):
    """Registers a package without running it, so that its modules can be imported."""
    parent, _, name = package.rpartition(".")
    place = pathlib.Path(sys.modules[parent].__path__[0]) / name if parent in sys.modules else folder(package)
    module = types.ModuleType(package)
    module.__path__ = [str(place)]
    module.__spec__ = importlib.machinery.ModuleSpec(package, None, is_package=True)
    sys.modules[package] = module
