package io.grape.redis.repair;

import io.grape.core.broker.RepairSlice;
import java.util.Deque;
import java.util.concurrent.CompletionStage;

/** One call to Redis. The work that it leads to comes first in the queue. */
interface Look {
    CompletionStage<RepairSlice> run(Deque<Look> waiting);
}
