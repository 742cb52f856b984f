package io.grape.redis.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.core.tube.RetrySettings;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;

/** After which delay a job is tried again, in the model. */
final class ModelRetry {
    private ModelRetry() {}

    /** In ms. */
    static long delay(RetrySettings retry, ModelJob job) {
        if (retry.isNone() || job.isSpent()) {
            return 0;
        }
        double grown = (double) retry.first().toMillis() * Math.pow(retry.factor(), job.noe - 1);
        double bound = Math.min((double) retry.most().toMillis(), grown);
        return (long) Math.floor(bound * (1 - retry.jitter() * drawn(job)));
    }

    private static double drawn(ModelJob job) {
        String text = Objects.requireNonNull(job.lease).value() + " " + job.id.value();
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8));
            return Integer.toUnsignedLong(ByteBuffer.wrap(hash).getInt()) / 0x1p32;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
