"""Training environments for every edition, following PettingZoo and Gymnasium conventions (docs/learn.md).

`pip install 'kamchatka[learn]'` installs the dependencies; importing this package registers the environments.
"""

from kamchatka.encoding.layout import OBSERVATION_VERSION, Layout
from kamchatka.encoding.setting import Setting
from kamchatka.learn.aec import env, raw_env
from kamchatka.learn.baseline import Baseline, baseline
from kamchatka.learn.describe import describe, describe_action
from kamchatka.learn.parallel import parallel_env
from kamchatka.learn.registration import register
from kamchatka.learn.single import KamchatkaEnv
from kamchatka.learn.vector import KamchatkaVectorEnv
from kamchatka.learn.workers import vector_env

__all__ = [
    "OBSERVATION_VERSION",
    "Baseline",
    "KamchatkaEnv",
    "KamchatkaVectorEnv",
    "Layout",
    "Setting",
    "baseline",
    "describe",
    "describe_action",
    "env",
    "parallel_env",
    "raw_env",
    "vector_env",
]

register()
