package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which modules import which, as far as they say so at their top: what is imported later is not among it. */
final class ModuleGraph {
    /** What the modules import by a name, and the file or folder that is meant. */
    static final Map<String, String> NAMED = Map.of(
            "lit", "lib/lit/index.js",
            "lit-html", "lib/lit-html/lit-html.js",
            "lit-html/", "lib/lit-html/",
            "lit-element/lit-element.js", "lib/lit-element/lit-element.js",
            "@lit/reactive-element", "lib/reactive-element/reactive-element.js");

    private static final Pattern IMPORT =
            Pattern.compile("(?:^|[;\\n])\\s*(?:import|export)\\b(?!\\s*\\()[^;'\"()]*?[\"']([^\"']+)[\"']");

    private final SortedMap<String, byte[]> files;

    ModuleGraph(SortedMap<String, byte[]> files) {
        this.files = files;
    }

    /** The files that a browser needs before it can run these: themselves, and all that they import; what the first needs is first. */
    Set<String> neededBy(List<String> modules) {
        Set<String> needed = new LinkedHashSet<>();
        modules.forEach(module -> add(module, needed));
        return needed;
    }

    private void add(String module, Set<String> needed) {
        if (files.containsKey(module) && needed.add(module)) {
            Matcher imports = IMPORT.matcher(new String(files.get(module), UTF_8));
            while (imports.find()) {
                add(file(module, imports.group(1)), needed);
            }
        }
    }

    private static String file(String module, String name) {
        if (name.startsWith(".")) {
            return Path.of(module).resolveSibling(name).normalize().toString().replace('\\', '/');
        }
        int slash = name.indexOf('/') + 1;
        String folder = NAMED.get(name.substring(0, slash));
        return NAMED.getOrDefault(name, folder == null ? name : folder + name.substring(slash));
    }
}
