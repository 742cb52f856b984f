package io.grape.e2e.deploy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Kubernetes objects out of YAML, as they are written and as their types.
 *
 * @param objects by kind and name
 */
record Manifests(Map<String, Map<String, Object>> objects) {
    static final Path DEPLOY = Path.of("../deploy");
    static final Path PLAIN = DEPLOY.resolve("kubernetes");

    private static final Map<String, Class<?>> TYPES = Map.of(
            "v1 ConfigMap", ConfigMap.class,
            "v1 Secret", Secret.class,
            "v1 Service", Service.class,
            "apps/v1 Deployment", Deployment.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
            "networking.k8s.io/v1 NetworkPolicy", NetworkPolicy.class,
            "monitoring.coreos.com/v1 ServiceMonitor", ServiceMonitor.class);

    /** The types keep fields that they do not know; here such a field is a fault. */
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            })
            .build();

    /** The objects of the files that the kustomization names. */
    static Manifests plain() {
        Map<?, ?> list =
                (Map<?, ?>) documents(PLAIN.resolve("kustomization.yaml")).get(0);
        return files(((List<?>) Objects.requireNonNull(list.get("resources")))
                .stream().map(name -> PLAIN.resolve(name.toString())).toList());
    }

    static Manifests file(Path file) {
        return files(List.of(file));
    }

    private static Manifests files(List<Path> files) {
        StringBuilder all = new StringBuilder();
        for (Path file : files) {
            all.append("---\n").append(text(file)).append('\n');
        }
        return of(all.toString());
    }

    static Manifests of(String yaml) {
        Map<String, Map<String, Object>> objects = new LinkedHashMap<>();
        for (Object document : documents(yaml)) {
            Map<String, Object> object = asMap(document);
            String id = object.get("kind") + " " + asMap(object.get("metadata")).get("name");
            if (objects.put(id, object) != null) {
                throw new IllegalStateException("twice: " + id);
            }
        }
        return new Manifests(objects);
    }

    static List<Object> documents(Path file) {
        return documents(text(file));
    }

    private static List<Object> documents(String yaml) {
        List<Object> documents = new ArrayList<>();
        new Load(LoadSettings.builder().build()).loadAllFromString(yaml).forEach(document -> {
            if (document != null) {
                documents.add(document);
            }
        });
        return documents;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Object> asMap(@Nullable Object yaml) {
        Map<String, Object> map = new TreeMap<>();
        ((Map<?, ?>) Objects.requireNonNull(yaml)).forEach((key, value) -> map.put(key.toString(), value));
        return map;
    }

    /** An object as its type, which knows all of its fields. */
    <T> T read(Class<T> type, String name) {
        Map<String, Object> found = Objects.requireNonNull(objects.get(type.getSimpleName() + " " + name), name);
        return type.cast(read(found));
    }

    /** Each as its type. Fails at a field that the type does not know, and at a kind that is none of Kubernetes. */
    void readAll() {
        objects.values().forEach(Manifests::read);
    }

    private static Object read(Map<String, Object> object) {
        String kind = object.get("apiVersion") + " " + object.get("kind");
        return STRICT.convertValue(object, Objects.requireNonNull(TYPES.get(kind), kind));
    }
}
