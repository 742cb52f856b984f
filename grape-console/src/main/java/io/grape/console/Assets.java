package io.grape.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * All files of the console, in memory.
 *
 * <p>Every file but the index lies below {@code assets/<hash>/}, where the hash is the SHA-256 of all of them. So a URL always
 * means the same bytes and may be kept for ever, and modules may name each other by relative paths.
 */
public final class Assets {
    private static final String INDEX = "index.html";
    private static final String STYLES = "css/all.css";
    /** A comment that has its lines to itself. */
    private static final Pattern COMMENT = Pattern.compile("(?m)^[ \\t]*/\\*\\*(?s:.*?)\\*/[ \\t]*\\n");
    /** What the app loads of Lit. */
    private static final Map<String, List<String>> LIT = Map.of(
            "lit", List.of("index.js"),
            "lit-element", List.of("lit-element.js"),
            "reactive-element", List.of("reactive-element.js", "css-tag.js"),
            "lit-html",
                    List.of(
                            "lit-html.js",
                            "is-server.js",
                            "directive.js",
                            "directive-helpers.js",
                            "directives/class-map.js",
                            "directives/if-defined.js",
                            "directives/keyed.js",
                            "directives/live.js",
                            "directives/repeat.js"));

    private final Map<String, Asset> byPath = new HashMap<>();
    private final Asset index;
    private final String contentSecurityPolicy;

    private Assets(String basePath, SortedMap<String, byte[]> files, byte[] template) {
        String folder = "assets/" + hash(files) + "/";
        files.forEach((name, bytes) -> byPath.put(folder + name, new Asset(name, bytes)));
        IndexPage page = new IndexPage(new String(template, UTF_8), basePath, folder, files);
        this.index = new Asset(INDEX, page.bytes());
        this.contentSecurityPolicy = page.contentSecurityPolicy();
    }

    /**
     * Reads them all.
     *
     * @param basePath what the path of every URL begins with, as browsers see it; begins and ends with a slash
     */
    public static Assets load(String basePath) {
        SortedMap<String, byte[]> files = ClassPathFiles.own();
        byte[] template = files.remove(INDEX);
        if (template == null) {
            throw new IllegalStateException("not on the class path: " + INDEX);
        }
        files.replaceAll((name, bytes) -> name.endsWith(".js") ? withoutComments(bytes) : bytes);
        LIT.forEach((part, names) ->
                names.forEach(name -> files.put("lib/" + part + "/" + name, ClassPathFiles.lit(part, name))));
        files.put(STYLES, styles(files));
        return new Assets(basePath, files, template);
    }

    /** What is written for those who read the source is an eighth of it. */
    private static byte[] withoutComments(byte[] script) {
        return COMMENT.matcher(new String(script, UTF_8)).replaceAll("").getBytes(UTF_8);
    }

    /** All style sheets as one, in the order of their names: a browser asks for each file, and shows nothing before it has them. */
    private static byte[] styles(SortedMap<String, byte[]> files) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        List<String> sheets =
                files.keySet().stream().filter(name -> name.endsWith(".css")).toList();
        sheets.forEach(sheet -> all.writeBytes(files.remove(sheet)));
        return all.toByteArray();
    }

    private static String hash(SortedMap<String, byte[]> files) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        files.forEach((name, bytes) -> all.writeBytes((name + " " + Sha256.hex(bytes) + "\n").getBytes(UTF_8)));
        return Sha256.hex(all.toByteArray());
    }

    /** The page that every path without a file of its own answers. */
    public Asset index() {
        return index;
    }

    /** The file at a path below the base path, {@code assets/<hash>/js/app.js}. */
    public Optional<Asset> find(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** What the index allows a browser to load. */
    public String contentSecurityPolicy() {
        return contentSecurityPolicy;
    }

    /** The paths of all files but the index. */
    Set<String> paths() {
        return Set.copyOf(byPath.keySet());
    }
}
