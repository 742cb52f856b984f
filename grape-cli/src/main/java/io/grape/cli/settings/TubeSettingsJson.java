package io.grape.cli.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.client.TubeSettings;

/** The settings of a tube as JSON. */
public final class TubeSettingsJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TubeSettingsJson() {}

    /** Returns the settings that are present. Limits, keys, retry and a lateness target that are switched off are null in JSON. */
    public static ObjectNode of(TubeSettings settings) {
        return JSON.valueToTree(settings.toJson());
    }
}
