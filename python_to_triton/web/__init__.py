"""The playground: a page on which a program is translated while one looks on, and the server behind it.

    python-to-triton web            python llm.py --web

The server's process imports neither PyTorch nor the model. Each job runs in a worker, a process of its own
that holds the translator; what ends a worker (a time limit, a cancelled job, a crash) ends its job alone.

Reading order: options, highlighting, guard_sentences, graph_events, translation_events (what a job says);
supervision, worker (the process that says it); worker_process, jobs, dispatch (the server's side of it);
http_guards, timed_protocol, event_stream, examples, application, serving.
"""
