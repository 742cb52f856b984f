package io.grape.redis;

/**
 * A fault planted into the scripts.
 *
 * @param name what is wrong with it
 * @param script the file it is in: that of a verb, or prelude
 * @param find what to replace, there exactly once
 * @param replacement the fault
 */
public record Mutant(String name, String script, String find, String replacement) {
    /** How often the text to be replaced is there. */
    public int places() {
        Script any = Script.ofTube(script.equals("prelude") ? "finish" : script);
        String text = script.equals("prelude") ? any.prelude() : any.body();
        return (text.length() - text.replace(find, "").length()) / find.length();
    }

    Script planted(Script original) {
        if (script.equals("prelude")) {
            return new Script(
                    original.name(), original.flags(), original.prelude().replace(find, replacement), original.body());
        }
        return original.name().equals(script)
                ? new Script(
                        original.name(),
                        original.flags(),
                        original.prelude(),
                        original.body().replace(find, replacement))
                : original;
    }

    @Override
    public String toString() {
        return name;
    }
}
