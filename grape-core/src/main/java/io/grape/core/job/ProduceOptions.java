package io.grape.core.job;

/** The options for all jobs of a produce. */
public record ProduceOptions(OnMissingTube onMissingTube, AckLevel ack) {
    /** Creates the tube if needed, and waits for the primary only. */
    public static final ProduceOptions USUAL = new ProduceOptions(OnMissingTube.CREATE, AckLevel.PRIMARY);

    public ProduceOptions onMissingTube(OnMissingTube newChoice) {
        return new ProduceOptions(newChoice, ack);
    }

    public ProduceOptions ack(AckLevel newLevel) {
        return new ProduceOptions(onMissingTube, newLevel);
    }
}
