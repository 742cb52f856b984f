package io.grape.server.presence;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.GrapeException;
import io.grape.server.access.Principal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * What a worker calls itself. It counts only together with the user or token that it calls with, so that nobody else can speak for it.
 *
 * @param caller the user or token
 * @param id of the worker
 */
public record WorkerName(String caller, String id) {
    /** The header by which a worker names itself. */
    public static final String HEADER = "Grape-Worker";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{8,64}");
    private static final int KEY_BYTES = 16;

    /** Fails with BAD_REQUEST, naming the field, if this is no id of a worker. */
    public static WorkerName of(Principal caller, String field, String id) {
        if (!ID.matcher(id).matches()) {
            throw GrapeException.badValue(field, "8 to 64 of A-Z a-z 0-9 _ -", "'" + id + "'");
        }
        return new WorkerName(caller.kind() + " " + caller.id() + " " + caller, id);
    }

    /** Stands for it in messages between brokers: it tells neither the id nor the token's name to those who listen. */
    String key() {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest((caller + "\n" + id).getBytes(UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(sum, KEY_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
