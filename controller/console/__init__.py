"""The table's web page, a process of its own; of the runtime it knows the unix socket and nothing else."""
