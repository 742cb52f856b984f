package io.grape.client.worker;

import java.util.List;

/** The jobs of one run of a handler: one, or a batch. */
record Run<T>(List<HeldJob<T>> jobs) {}
