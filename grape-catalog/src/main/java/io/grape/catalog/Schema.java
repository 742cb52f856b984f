package io.grape.catalog;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The fields of an object and the rules between them. Declaring a field adds it to its schema. The order of the declarations has meaning:
 * responses, openapi.json, docs and forms show the fields in this order, and of several invalid fields the first one is reported.
 */
public final class Schema {
    private final String name;
    private final String requestName;
    private final String description;
    private final String requestDescription;
    private final List<Field<?>> fields = new ArrayList<>();
    private final List<Field<?>> fieldsView = Collections.unmodifiableList(fields);
    private final Set<String> names = new TreeSet<>();
    private final Set<String> namesView = Collections.unmodifiableSet(names);
    private final List<Consumer<Draft>> rules = new ArrayList<>();

    Schema(String name, String requestName, String description, String requestDescription) {
        this.name = name;
        this.requestName = requestName;
        this.description = description;
        this.requestDescription = requestDescription;
    }

    /** Returns the name of the object in responses, in openapi.json. */
    public String name() {
        return name;
    }

    /** Returns the name of the object in requests, in openapi.json. */
    public String requestName() {
        return requestName;
    }

    /** Returns what openapi.json says of the object in responses. */
    public String description() {
        return description;
    }

    /** Returns what openapi.json says of the object in requests. */
    public String requestDescription() {
        return requestDescription;
    }

    /** Returns the fields in the order of their declarations. */
    public List<Field<?>> fields() {
        return fieldsView;
    }

    /** Returns the fields' names in JSON, sorted. */
    public Set<String> names() {
        return namesView;
    }

    <T> Field.Builder<T> field(String field, Type<T> type) {
        return new Field.Builder<>(this, field, type);
    }

    <T> Field<T> add(Field<T> field) {
        if (!names.add(field.name())) {
            throw new IllegalStateException(name + " has two fields named " + field);
        }
        fields.add(field);
        return field;
    }

    /** Adds a rule between fields. Rules run in order, once every field is within its own bounds. */
    Schema rule(Consumer<Draft> rule) {
        rules.add(rule);
        return this;
    }

    /** Reads the fields that a source has, and refuses the first invalid one. */
    public Values read(Source source, String prefix, Refusal refusal) {
        Draft draft = new Draft(Values.NONE, prefix, refusal);
        fields.forEach(field -> draft.read(field, source));
        rules.forEach(rule -> rule.accept(draft));
        return draft.values();
    }

    /**
     * Reads the fields that a source has, and refuses nothing. For clients, because a later broker may accept more than this version
     * knows of. A rule that would refuse the values fills in no defaults.
     */
    public Values readLeniently(Source source) {
        Draft draft = new Draft(Values.NONE, "", (path, expected, got) -> new IllegalArgumentException(path));
        fields.forEach(field -> draft.readLeniently(field, source));
        for (Consumer<Draft> rule : rules) {
            try {
                rule.accept(draft);
            } catch (IllegalArgumentException refused) {
                // The broker decides.
            }
        }
        return draft.values();
    }

    /** Returns the values with the defaults that the rules fill in, and refuses the first invalid one. */
    public Values validated(Values values, String prefix, Refusal refusal) {
        Draft draft = new Draft(Values.NONE, prefix, refusal);
        fields.forEach(field -> draft.validate(field, values));
        rules.forEach(rule -> rule.accept(draft));
        return draft.values();
    }

    /** Removes values that equal their default, unless they are always shown, so that equal settings have equal values. */
    public Values normalized(Values values) {
        Draft draft = new Draft(Values.NONE, "", Refusal.NEVER);
        fields.forEach(field -> normalize(field, values, draft));
        return draft.values();
    }

    private static <T> void normalize(Field<T> field, Values from, Draft to) {
        boolean isShown = field.isAlwaysShown()
                || from.isNotDefault(field)
                || field.shownWith().filter(to::has).isPresent();
        if (isShown) {
            to.set(field, from.get(field));
        }
    }

    /** Adds the defaults of the fields that are absent. Fails if one of them has no default. */
    public Values completed(Values values) {
        Draft draft = new Draft(values, "", Refusal.NEVER);
        fields.forEach(field -> complete(field, draft));
        return draft.values();
    }

    private static <T> void complete(Field<T> field, Draft draft) {
        draft.setIfAbsent(field, field.defaultValue());
    }

    /** Returns the values that are present as a map for a JSON library, with the names of a response, in the order of the fields. */
    public Map<String, Object> toJson(Values values) {
        Map<String, Object> json = new LinkedHashMap<>();
        fields.forEach(field -> put(json, field, values));
        return json;
    }

    private static <T> void put(Map<String, Object> json, Field<T> field, Values values) {
        T value = values.find(field);
        if (value != null) {
            boolean isNull = field.offInJson() == Field.Off.NULL && value.equals(field.defaultValue());
            json.put(field.shownName(), isNull ? null : field.type().toJson(value));
        } else if (field.isShownAsNull()) {
            json.put(field.shownName(), null);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
