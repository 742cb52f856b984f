package io.grape.client.worker;

import io.grape.client.Tube;

/** What is to be done with the jobs of a tube. */
record Work<T>(Tube<T> tube, Decider<? super T> decider, TubeOptions.Chosen options) {}
