"""Processes end when their owner does: signals, worker processes, and foreign programs.

* `signals` turns Ctrl-C, SIGTERM, and a closed terminal into one exception, and limits the time that ending may take.
* `workers` starts processes of kanrules that answer one message after another and end with this process.
* `foreign_programs` starts foreign programs (bots, node, npm) below a keeper, which ends all that they have started.
* `keeper` is that keeper, a script.
* `whole_file` writes files completely or not at all.
"""
