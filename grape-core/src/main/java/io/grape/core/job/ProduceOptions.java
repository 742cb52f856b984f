package io.grape.core.job;

/** What holds for all jobs of a produce. */
public record ProduceOptions(OnMissingTube onMissingTube, AckLevel ack) {
    /** The tube is made if need be, and the primary's word is enough. */
    public static final ProduceOptions USUAL = new ProduceOptions(OnMissingTube.CREATE, AckLevel.PRIMARY);

    public ProduceOptions onMissingTube(OnMissingTube newChoice) {
        return new ProduceOptions(newChoice, ack);
    }

    public ProduceOptions ack(AckLevel newLevel) {
        return new ProduceOptions(onMissingTube, newLevel);
    }
}
