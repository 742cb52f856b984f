package io.grape.bench.queue;

/**
 * The payload of a job. Its JSON always has the same length within a run.
 *
 * @param order the job's number, plus {@link #FIRST}
 * @param note fills the payload up
 */
public record Order(long order, String note) {
    /** The numbers begin here, so that all of them have ten digits. */
    static final long FIRST = 1_000_000_000L;

    private static final int JSON_WITHOUT_NOTE = "{\"order\":1000000000,\"note\":\"\"}".length();

    /** A note that makes the JSON of an order that many bytes long; the shortest JSON has 30 bytes. */
    static String note(int jsonBytes) {
        return "x".repeat(Math.max(0, jsonBytes - JSON_WITHOUT_NOTE));
    }

    /** For clients that send text. */
    public String json() {
        return "{\"order\":" + order + ",\"note\":\"" + note + "\"}";
    }

    /** Reads what {@link #json} wrote, with whatever spaces another JSON library put between. */
    public static Order fromJson(String json) {
        int from = json.indexOf(':', json.indexOf("\"order\"")) + 1;
        int to = json.indexOf(',', from);
        int note = json.indexOf('"', json.indexOf(':', to)) + 1;
        return new Order(Long.parseLong(json.substring(from, to).strip()), json.substring(note, json.lastIndexOf('"')));
    }
}
