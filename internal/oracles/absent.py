"""Stands in for modules that servers' parsers import and do not need on a processor alone.

Any name of a module that is not there is a class that takes anything. The __init__ files of
the servers' packages are not run: they load all of the server.
"""

import importlib.abc
import importlib.machinery
import sys
import types


class Named(type):
    """Of a class: any name is another such class."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = Named(name, (Anything,), {})
        setattr(cls, name, made)
        return made

    def __or__(cls, other):
        return cls

    __ror__ = __getitem__ = __or__

    def __iter__(cls):
        return iter(())

    def __len__(cls):
        return 0

    def __contains__(cls, item):
        return False

    def __lt__(cls, other):
        return False

    __gt__ = __lt__

    def __ge__(cls, other):
        return True

    __le__ = __ge__


class Anything(metaclass=Named):
    def __init__(self, *args, **kwargs):
        pass

    def __init_subclass__(cls, **kwargs):
        pass

    def __new__(cls, *args, **kwargs):
        if len(args) == 1 and not kwargs and isinstance(args[0], (types.FunctionType, type)):
            return args[0]  # a decorator
        return object.__new__(cls)

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) else self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __bool__(self):
        return False

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return False

    def __iter__(self):
        return iter(())

    def __getitem__(self, i):
        return self

    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler):
        from pydantic_core import core_schema

        return core_schema.any_schema()


class Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = Named(name, (Anything,), {})
        setattr(self, name, made)
        return made


class Loader(importlib.abc.Loader):
    def create_module(self, spec):
        made = Module(spec.name)
        made.__path__ = []
        return made

    def exec_module(self, module):
        pass


# What is never loaded, although some of it may be there.
NEVER = (
    "torch", "triton", "torchvision", "torchaudio", "PIL", "cv2", "zmq", "gguf", "soundfile", "librosa", "sentencepiece", "ray", "prometheus_client", "cohere_melody",
    "fastapi", "starlette", "uvicorn", "IPython", "cachetools", "aiohttp", "diskcache", "blake3", "cbor2", "watchfiles",
    *("vllm." + name for name in (
        "config", "platforms", "v1", "multimodal", "renderers", "inputs", "transformers_utils", "model_executor", "distributed", "engine", "lora", "sampling_params",
        "utils.torch_utils", "utils.torch_version", "triton_utils", "outputs", "pooling_params", "_C", "beam_search")),
    *("sglang.srt." + name for name in ("managers", "layers", "model_executor", "server_args", "utils", "sampling", "multimodal", "configs", "disaggregation")),
)
REAL = ()


class First(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name in REAL:
            return None
        if any(name == n or name.startswith(n + ".") for n in NEVER):
            return importlib.machinery.ModuleSpec(name, Loader(), is_package=True)
        return None


class Last(importlib.abc.MetaPathFinder):
    """Is asked for what nobody else finds below the servers' packages."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("vllm", "sglang") and name.rsplit(".", 1)[-1].islower():
            return importlib.machinery.ModuleSpec(name, Loader(), is_package=True)
        return None


def namespace(name, path):
    """Registers a package without running it."""
    made = Module(name)
    made.__path__, made.__file__ = [str(path)], f"{path}/__init__.py"
    made.__spec__ = importlib.machinery.ModuleSpec(name, None, is_package=True)
    made.__spec__.submodule_search_locations = made.__path__
    sys.modules[name] = made
    if "." in name:
        parent, child = name.rsplit(".", 1)
        setattr(sys.modules[parent], child, made)
    return made


def install():
    sys.meta_path.insert(0, First())
    sys.meta_path.append(Last())
