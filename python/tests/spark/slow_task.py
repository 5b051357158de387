"""A job on a cluster whose first attempt at a part hangs: python slow_task.py MASTER SOURCE FOLDER.

The cluster is to notice, and to begin a second attempt on another machine.
"""

import os
import sys
import time
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import SparkSession

from toolspeak import spark as ts

master, source, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
os.environ["PYSPARK_PYTHON"] = sys.executable
spark = (
    SparkSession.builder.master(master)
    .config("spark.ui.enabled", "false")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.executor.memory", "512m")
    .config("spark.executor.cores", "1")
    .config("spark.scheduler.minRegisteredResourcesRatio", "1.0")
    .config("spark.sql.files.maxPartitionBytes", "400k")
    .config("spark.sql.files.openCostInBytes", "0")
    .config("spark.speculation", "true")
    .config("spark.speculation.interval", "200ms")
    .config("spark.speculation.quantile", "0.5")
    .config("spark.speculation.multiplier", "1.5")
    .getOrCreate()
)


def hang_once(batches):
    task = TaskContext.get()
    if task.partitionId() == 0:
        (folder / f"attempt-{task.attemptNumber()}").touch()
        if task.attemptNumber() == 0:
            time.sleep(600)
            (folder / "woke").touch()
    yield from batches


lines = spark.read.text(source, lineSep="\n")
made = ts.convert_json(lines.mapInArrow(hang_once, lines.schema), to="xml")
ts.split(made)[0].write.text(str(folder / "out"))
spark.stop()
