package io.grape.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.grape.client.KeySettings.Order;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the settings of tubes, keys, gates, quotas and operations. */
final class SettingsWriter {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final JsonGenerator json;

    private SettingsWriter(JsonGenerator json) {
        this.json = json;
    }

    private interface Fields {
        void write(SettingsWriter writer) throws IOException;
    }

    private static byte[] object(Fields fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            json.writeStartObject();
            fields.write(new SettingsWriter(json));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** The body of a change of settings. */
    static byte[] settings(TubeSettings settings) {
        return object(writer -> writer.write(settings));
    }

    /** The body of an override. */
    static byte[] override(KeyOverride override) {
        return object(writer -> writer.write(override));
    }

    /** The body of a gate that is put up. */
    static byte[] gate(GateSettings gate) {
        return object(writer -> writer.write(gate));
    }

    /** The body of a quota that is put. */
    static byte[] quota(QuotaSettings quota) {
        return object(writer -> {
            writer.rate("produce", quota.produce());
            writer.rate("consume", quota.consume());
            writer.whole("inFlight", quota.inFlight());
        });
    }

    /** The body of an operation that begins, or would. */
    static byte[] operation(OperationSettings operation, boolean isPreview) {
        return object(writer -> {
            for (Map.Entry<String, Object> field : operation.fields().entrySet()) {
                writer.json.writeObjectField(field.getKey(), field.getValue());
            }
            if (isPreview) {
                writer.json.writeBooleanField("dryRun", true);
            }
        });
    }

    private void rate(String name, QuotaSettings.@Nullable Rate rate) throws IOException {
        if (rate != null) {
            json.writeObjectFieldStart(name);
            json.writeNumberField("perSecond", rate.perSecond());
            whole("burst", rate.burst());
            json.writeEndObject();
        }
    }

    private void write(TubeSettings settings) throws IOException {
        whole("ttrMs", Target.millis(settings.ttr()));
        whole("maxAttempts", settings.maxAttempts());
        TubeLimits limits = settings.limits();
        if (limits != null) {
            json.writeObjectFieldStart("limits");
            limits(limits.concurrency(), limits.perSecond(), limits.burst(), limits.maxJobs());
            whole("maxBytes", limits.maxBytes());
            json.writeEndObject();
        }
        KeySettings keys = settings.keys();
        if (keys != null) {
            write(keys);
        }
        RetrySettings retry = settings.retry();
        if (retry != null) {
            write(retry);
        }
        whole("dedupMs", Target.millis(settings.dedup()));
        whole("expireMs", Target.millis(settings.expire()));
        if (settings.expireTo() != null) {
            json.writeStringField("expireTo", settings.expireTo().wireName());
        }
        Duration target = settings.latenessTarget();
        if (target != null && target.isZero()) {
            json.writeNullField("latenessTargetMs");
        } else {
            whole("latenessTargetMs", Target.millis(target));
        }
        KeepSettings keep = settings.keep();
        if (keep != null) {
            write(keep);
        }
    }

    private void write(KeepSettings keep) throws IOException {
        whole("keepFinishedMs", Target.millis(keep.time()));
        whole("keepFinishedMost", keep.most());
        whole("keepFinishedBytes", keep.bytes());
        if (keep.payload() != null) {
            json.writeBooleanField("keepPayload", keep.payload());
        }
        whole("resultMaxBytes", keep.resultBytes());
    }

    private void write(RetrySettings retry) throws IOException {
        if (retry.equals(RetrySettings.NONE)) {
            json.writeNullField("retry");
            return;
        }
        json.writeObjectFieldStart("retry");
        whole("firstMs", Target.millis(retry.first()));
        whole("mostMs", Target.millis(retry.most()));
        number("factor", retry.factor());
        number("jitter", retry.jitter());
        json.writeEndObject();
    }

    private void write(KeySettings keys) throws IOException {
        if (keys.order() == Order.OFF) {
            json.writeNullField("keys");
            return;
        }
        json.writeObjectFieldStart("keys");
        json.writeBooleanField("fair", keys.order() != Order.DUE_TIME);
        if (keys.order() != Order.DUE_TIME) {
            json.writeStringField("fairBy", wireName(keys.order()));
        }
        limits(keys.concurrency(), keys.perSecond(), keys.burst(), keys.maxJobs());
        json.writeBooleanField("ordered", keys.ordered());
        json.writeStringField("onFailure", wireName(keys.onFailure()));
        json.writeEndObject();
    }

    private static String wireName(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void write(KeyOverride override) throws IOException {
        number("weight", override.weight());
        limits(override.concurrency(), override.perSecond(), override.burst(), override.maxJobs());
        json.writeBooleanField("paused", override.paused());
    }

    private void write(GateSettings gate) throws IOException {
        json.writeObjectFieldStart("match");
        GateMatch match = gate.match();
        if (match.kind() == GateMatch.Kind.ALL) {
            json.writeBooleanField(wireName(match.kind()), true);
        } else {
            json.writeStringField(wireName(match.kind()), match.value());
        }
        json.writeEndObject();
        json.writeStringField("mode", gate.mode().wireName());
        text("until", gate.until());
        text("reason", gate.reason());
    }

    private void limits(
            @Nullable Integer concurrency, @Nullable Double perSecond, @Nullable Integer burst, @Nullable Long maxJobs)
            throws IOException {
        whole("concurrency", concurrency);
        number("perSecond", perSecond);
        whole("burst", burst);
        whole("maxJobs", maxJobs);
    }

    private void text(String name, @Nullable Object value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value.toString());
        }
    }

    private void whole(String name, @Nullable Number value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value.longValue());
        }
    }

    private void number(String name, @Nullable Double value) throws IOException {
        if (value != null) {
            json.writeNumberField(name, value);
        }
    }
}
