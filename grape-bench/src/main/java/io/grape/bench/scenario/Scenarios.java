package io.grape.bench.scenario;

import java.util.List;

/** All that there are. */
public final class Scenarios {
    /** In the order of the help. */
    public static final List<Scenario> ALL = List.of(
            new LivesScenario(),
            new BulkScenario(),
            new SdkScenario(),
            new PeersScenario(),
            new FloorsScenario(),
            new StartScenario(),
            new MemoryScenario(),
            new LateScenario(),
            new ExpiryScenario(),
            new BacklogScenario(),
            new IdleScenario(),
            new BrokersScenario(),
            new FloodScenario(),
            new FairScenario(),
            new OverloadScenario(),
            new ConsoleScenario(),
            new Grape13Scenario(),
            new JmhScenario());

    private Scenarios() {}
}
