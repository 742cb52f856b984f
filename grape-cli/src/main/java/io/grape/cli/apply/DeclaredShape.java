package io.grape.cli.apply;

import static io.grape.cli.apply.Shapes.orNull;

import io.grape.catalog.Field;
import io.grape.catalog.Schema;
import io.grape.catalog.Type;
import io.grape.catalog.Type.Bool;
import io.grape.catalog.Type.Choice;
import io.grape.catalog.Type.Decimal;
import io.grape.catalog.Type.Millis;
import io.grape.catalog.Type.Nested;
import io.grape.catalog.Type.Text;
import io.grape.catalog.Type.Timestamp;

/**
 * The declared fields that a file may have. Names and types are checked before the first change; bounds are left to the broker, because a
 * later broker may accept more than this version of the command line knows of.
 */
final class DeclaredShape {
    private DeclaredShape() {}

    static ObjectShape of(Schema schema) {
        ObjectShape shape = new ObjectShape(schema.fields().stream()
                .filter(Field::isRequired)
                .map(Field::name)
                .toArray(String[]::new));
        schema.fields().forEach(field -> add(shape, field));
        return shape;
    }

    private static void add(ObjectShape shape, Field<?> field) {
        if (field.type() instanceof Millis) {
            shape.withMillis(field.name());
        } else {
            Shape value = of(field.type());
            shape.with(field.name(), field.isNullable() ? orNull(value) : value);
        }
    }

    private static Shape of(Type<?> type) {
        if (type instanceof Nested nested) {
            return of(nested.schema());
        } else if (type instanceof Choice || type instanceof Text) {
            return Shapes.text();
        } else if (type instanceof Timestamp) {
            return Shapes.instant();
        } else if (type instanceof Bool) {
            return Shapes.flag();
        }
        return type instanceof Decimal ? Shapes.number() : Shapes.whole();
    }
}
