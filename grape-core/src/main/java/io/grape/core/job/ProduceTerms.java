package io.grape.core.job;

/** What holds for all jobs of a produce. */
public record ProduceTerms(OnMissingTube onMissingTube, AckLevel ack) {
    /** The tube is made if need be, and the primary's word is enough. */
    public static final ProduceTerms USUAL = new ProduceTerms(OnMissingTube.CREATE, AckLevel.PRIMARY);

    public ProduceTerms onMissingTube(OnMissingTube newChoice) {
        return new ProduceTerms(newChoice, ack);
    }

    public ProduceTerms ack(AckLevel newLevel) {
        return new ProduceTerms(onMissingTube, newLevel);
    }
}
