package io.grape.bench.scenario;

import io.grape.command.Option;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** The options of one run of a scenario, those that were not given included. */
public record ScenarioOptions(Map<String, String> values) {
    /** Fails with BAD_REQUEST where another scenario takes such a value, and this one does not. */
    public static ScenarioOptions of(List<Option<?>> settings, ParseResult given) {
        Map<String, String> values = new LinkedHashMap<>();
        settings.forEach(setting -> values.put(setting.name(), setting.checked(given)));
        return new ScenarioOptions(values);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the scenario has no option " + name);
        }
        return value;
    }

    /** All of them, without a password. */
    public Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>(values);
        shown.replaceAll((name, value) -> value.replaceFirst("//[^/@]*@", "//***@"));
        return shown;
    }

    /** The same with a number that is not below that one. */
    ScenarioOptions atLeast(String name, int least) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(name, Integer.toString(Math.max(least, whole(name))));
        return new ScenarioOptions(changed);
    }

    public int whole(String name) {
        return Integer.parseInt(text(name));
    }

    public List<Integer> wholes(String name) {
        return Arrays.stream(text(name).split(",", -1)).map(Integer::valueOf).toList();
    }

    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    public Duration seconds(String name) {
        return Duration.ofSeconds(whole(name));
    }
}
