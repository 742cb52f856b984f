package io.grape.client.worker;

import io.grape.client.Tube;

/** A tube with its handler and options. */
record TubeSubscription<T>(Tube<T> tube, BatchSize size, JobInvoker.Factory<T> invoker, TubeOptions.Chosen options) {}
