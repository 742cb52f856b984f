package io.grape.client.worker;

import io.grape.client.Tube;

/** What is to be done with the jobs of a tube. */
record TubeSubscription<T>(Tube<T> tube, OutcomeHandler<? super T> decider, TubeOptions.Chosen options) {}
