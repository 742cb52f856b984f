package io.grape.cli.settings;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.client.TubeSettings;

/** The settings of a tube as JSON. What is null is left out. */
public final class TubeSettingsJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TubeSettingsJson() {}

    /** All that is not null. A tube without limits, keys or retry has null for them. */
    public static ObjectNode of(TubeSettings settings) {
        return JSON.valueToTree(settings.toJson());
    }
}
