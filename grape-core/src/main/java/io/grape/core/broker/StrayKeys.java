package io.grape.core.broker;

import io.grape.core.TubeName;

/** Jobs in a tube that does not exist, left as they are. */
public record StrayKeys(TubeName tube, int jobs) {}
