package io.grape.chaos.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a player saw of a worker. */
final class Seen {
    private final List<Call> calls = new ArrayList<>();
    private final List<Told> told = new ArrayList<>();
    private final List<JsonNode> delivered = new ArrayList<>();
    private final List<Long> refused = new ArrayList<>();
    private boolean present;

    /** A heartbeat of the presence call reached the worker. */
    synchronized void wasPresent() {
        present = true;
    }

    /** Whether the worker shows that it lives. */
    synchronized boolean isPresent() {
        return present;
    }

    synchronized void came(Call call) {
        calls.add(call);
    }

    synchronized void wasTold(Told one) {
        told.add(one);
    }

    synchronized void wasDelivered(JsonNode job) {
        delivered.add(job);
    }

    synchronized void wasRefused(long at) {
        refused.add(at);
    }

    synchronized List<Call> consumes() {
        return calls.stream().filter(Call::isConsume).toList();
    }

    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /** The acknowledgements of a job, in their order. */
    synchronized List<Told> of(String id) {
        return told.stream().filter(one -> one.ack().id().equals(id)).toList();
    }

    synchronized long deliveries(String id) {
        return delivered.stream()
                .filter(job -> job.path("id").asText().equals(id))
                .count();
    }

    synchronized int deliveries() {
        return delivered.size();
    }

    /** When calls were refused, in nanoseconds. */
    synchronized List<Long> refusals() {
        return List.copyOf(refused);
    }

    boolean isDone(String id, String op) {
        return of(id).stream().anyMatch(one -> one.isDone() && one.ack().op().equals(op));
    }

    /** The ids of jobs that the worker got and did not end. */
    synchronized List<String> open() {
        List<String> ended = told.stream()
                .filter(one -> one.isDone() && one.ends())
                .map(one -> one.ack().lease())
                .toList();
        return delivered.stream()
                .filter(job -> !ended.contains(job.path("lease").asText()))
                .map(job -> job.path("id").asText())
                .toList();
    }

    /** For people: how often it made which calls. */
    synchronized String summary() {
        if (calls.isEmpty()) {
            return "called nothing";
        }
        Map<String, Long> counts = calls.stream()
                .flatMap(call -> call.acks().isEmpty()
                        ? Stream.of(call.op())
                        : call.acks().stream().map(Call.Ack::op))
                .collect(Collectors.groupingBy(op -> op, LinkedHashMap::new, Collectors.counting()));
        return "called "
                + counts.entrySet().stream()
                        .map(one -> one.getKey() + " " + one.getValue() + " times")
                        .collect(Collectors.joining(", "));
    }
}
