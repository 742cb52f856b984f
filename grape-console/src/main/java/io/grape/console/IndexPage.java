package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page that starts the app: says where its files are, and allows nothing else. */
final class IndexPage {
    /** What a module's import names, and the file that is meant. */
    private static final Map<String, String> MODULES = new TreeMap<>(Map.of(
            "lit", "lib/lit/index.js",
            "lit-html", "lib/lit-html/lit-html.js",
            "lit-html/", "lib/lit-html/",
            "lit-element/lit-element.js", "lib/lit-element/lit-element.js",
            "@lit/reactive-element", "lib/reactive-element/reactive-element.js"));

    private final String importMap;
    private final String text;

    /** @param files where all files but this one are, relative to the base path, ending with a slash */
    IndexPage(String template, String basePath, String files, SortedMap<String, byte[]> all) {
        this.importMap = MODULES.entrySet().stream()
                .map(module -> "\"" + module.getKey() + "\":\"./" + files + module.getValue() + "\"")
                .collect(Collectors.joining(",", "{\"imports\":{", "}}"));
        this.text = template.replace("{{base}}", basePath)
                .replace("{{imports}}", importMap)
                .replace("{{styles}}", lines(all, ".css", "<link rel=\"stylesheet\" href=\"" + files))
                .replace("{{modules}}", lines(all, ".js", "<link rel=\"modulepreload\" href=\"" + files))
                .replace("{{files}}", files);
    }

    /** All at once: else a browser would find one module only after it has read the one before. */
    private static String lines(SortedMap<String, byte[]> all, String ending, String before) {
        return all.keySet().stream()
                .filter(name -> name.endsWith(ending))
                .map(name -> before + name + "\">")
                .collect(Collectors.joining("\n"));
    }

    byte[] bytes() {
        return text.getBytes(UTF_8);
    }

    /** Scripts, styles, pictures and calls from here only; of scripts in the page the map of modules only. */
    String contentSecurityPolicy() {
        return "default-src 'none'; script-src 'self' 'sha256-" + Sha256.base64(importMap.getBytes(UTF_8)) + "'; "
                + "style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'self'; "
                + "form-action 'self'; frame-ancestors 'none'";
    }
}
