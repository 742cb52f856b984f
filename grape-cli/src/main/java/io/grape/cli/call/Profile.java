package io.grape.cli.call;

import io.grape.cli.terminal.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The part of a profile, of {@code ~/.config/grape/config.yaml}, that says where brokers are.
 *
 * @param url of the brokers
 * @param token for them
 */
record Profile(Optional<String> url, Optional<String> token) {
    static final Profile NONE = new Profile(Optional.empty(), Optional.empty());

    private static final Set<String> KEYS = Set.of("url", "token");
    private static final String DEFAULT = "profile";

    /**
     * Reads a profile. A name that the file does not have is a mistake; no file and no name is none.
     *
     * @param name null: the one that the file names, if any
     */
    static Profile read(Map<String, String> env, @Nullable String name) {
        Path file = file(env);
        if (!Files.exists(file)) {
            if (name == null) {
                return NONE;
            }
            throw new UsageException("profile " + name + ": expected the file " + file + ", found none");
        }
        Map<?, ?> content = map(file, load(file));
        for (Object key : content.keySet()) {
            if (!key.equals(DEFAULT) && !key.equals("profiles")) {
                throw new UsageException(file + ": expected profile and profiles, got " + key);
            }
        }
        Object chosen = name == null ? content.get(DEFAULT) : name;
        return chosen == null ? NONE : of(file, map(file, content.get("profiles")), String.valueOf(chosen));
    }

    private static Profile of(Path file, Map<?, ?> profiles, String name) {
        if (!profiles.containsKey(name)) {
            throw new UsageException("profile " + name + ": expected one of " + profiles.keySet() + " in " + file);
        }
        Map<?, ?> profile = map(file, profiles.get(name));
        for (Object key : profile.keySet()) {
            if (!KEYS.contains(key)) {
                throw new UsageException(file + ": profile " + name + ": expected url and token, got " + key);
            }
        }
        return new Profile(text(profile.get("url")), text(profile.get("token")));
    }

    private static Optional<String> text(@Nullable Object value) {
        return Optional.ofNullable(value).map(String::valueOf);
    }

    /** Where it is: XDG_CONFIG_HOME if it is set, else below the home directory. */
    static Path file(Map<String, String> env) {
        String config = env.getOrDefault("XDG_CONFIG_HOME", "");
        String home = env.getOrDefault("HOME", System.getProperty("user.home"));
        Path directory = config.isEmpty() ? Path.of(home, ".config") : Path.of(config);
        return directory.resolve("grape").resolve("config.yaml");
    }

    private static @Nullable Object load(Path file) {
        try {
            return new Load(LoadSettings.builder().setLabel(file.toString()).build())
                    .loadFromString(Files.readString(file));
        } catch (YamlEngineException e) {
            // Its message would show the line, which may hold a token.
            throw new UsageException(file + ": expected YAML, got something else");
        } catch (IOException e) {
            throw new UsageException(file + ": expected a file that can be read: " + e.getMessage());
        }
    }

    private static Map<?, ?> map(Path file, @Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new UsageException(file + ": expected profiles with url and token, got something else");
    }
}
