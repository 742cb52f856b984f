package io.grape.client.worker;

/**
 * What a worker does on a tube.
 *
 * @param running handlers that run
 * @param stuck handlers that run and are past their timeout
 * @param waiting jobs that wait for a handler
 * @param held jobs that the worker holds: those that wait, those with a handler, and those whose acknowledgement got no
 *     response yet
 * @param allStuck whether no handler can begin until one of those returns
 * @param failures how many consumes have failed since the last one that did not; those that an overloaded broker shed do
 *     not count, and those whose jobs the {@linkplain WorkerBuilder#executor executor} rejected do
 */
public record TubeWork(int running, int stuck, int waiting, int held, boolean allStuck, int failures) {}
