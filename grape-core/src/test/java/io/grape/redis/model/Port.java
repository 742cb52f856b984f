package io.grape.redis.model;

import io.grape.core.job.Broker;
import io.grape.core.tube.Tubes;

/** What is tested: the two ports of a store, or of the model. */
record Port(Broker broker, Tubes tubes) {}
