package io.grape.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart, rendered by Helm. */
@Tag("slow")
class HelmChartTest {
    private static final Path CHART = Manifests.DEPLOY.resolve("helm/grape");
    /** What only a chart says of its objects. */
    private static final Set<String> OF_HELM = Set.of(
            "app.kubernetes.io/managed-by",
            "app.kubernetes.io/version",
            "helm.sh/chart",
            "checksum/config",
            "checksum/redis");

    @TempDir
    Path directory = Path.of("");

    @BeforeAll
    static void hasHelm() {
        boolean isThere = runsHere();
        if (!isThere) {
            System.err.println("SKIPPED: Helm does not run on this machine, so the chart was NOT rendered");
        }
        assumeTrue(isThere, "Helm runs here");
    }

    private static boolean runsHere() {
        try {
            return !Helm.version().call().isEmpty();
        } catch (LinkageError | IllegalStateException e) {
            return false;
        }
    }

    /** With a Redis, so that all is there that a release needs. */
    private static TemplateCommand chart() {
        return chartWithoutRedis().set("redis.uri", "redis://redis:6379");
    }

    private static TemplateCommand chartWithoutRedis() {
        return new Helm(CHART)
                .template()
                .withName("grape")
                .withNamespace("default")
                .withKubeVersion("1.31.0");
    }

    @Test
    void chartHasNoRedisUriUnlessOneIsGiven() {
        assertThatThrownBy(chartWithoutRedis()::call)
                .hasMessageContaining("redis.existingSecret: expected the name of a secret with the URI of your Redis");
        assertThat(CHART.resolve("values.yaml")).content().doesNotContainPattern("://[^ ]*@");
    }

    @Test
    void networkPolicyIsOptionalAndThePlainOne() {
        assertThat(Manifests.of(chart().call()).objects()).doesNotContainKey("NetworkPolicy grape");
        Manifests made =
                Manifests.of(chart().set("networkPolicy.enabled", "true").call());
        Object plain = Manifests.file(Manifests.PLAIN.resolve("optional/network-policy.yaml"))
                .objects()
                .get("NetworkPolicy grape");
        assertThat(reduced(made.objects().get("NetworkPolicy grape"), "")).isEqualTo(reduced(plain, ""));
    }

    @Test
    void networkPolicyNamesWhoMayConnectToEachPort() throws IOException {
        Path values = Files.writeString(directory.resolve("values.yaml"), """
                beanstalkd: {enabled: true, token: shop}
                networkPolicy:
                  enabled: true
                  from: [{namespaceSelector: {matchLabels: {team: shop}}}]
                  consoleFrom: [{ipBlock: {cidr: 10.0.0.0/8}}]
                """);
        Manifests made = Manifests.of(chart().withValuesFile(values).call());
        NetworkPolicySpec policy = made.read(NetworkPolicy.class, "grape").getSpec();
        assertThat(policy.getPodSelector().getMatchLabels())
                .isEqualTo(made.read(Deployment.class, "grape")
                        .getSpec()
                        .getSelector()
                        .getMatchLabels());
        NetworkPolicyIngressRule api = policy.getIngress().get(0);
        assertThat(api.getFrom()).hasSize(1);
        assertThat(api.getFrom().get(0).getNamespaceSelector().getMatchLabels()).containsEntry("team", "shop");
        assertThat(api.getPorts())
                .extracting(port -> port.getPort().getStrVal())
                .containsExactly("http", "beanstalkd");
        NetworkPolicyIngressRule console = policy.getIngress().get(1);
        assertThat(console.getFrom().get(0).getIpBlock().getCidr()).isEqualTo("10.0.0.0/8");
        assertThat(console.getPorts())
                .extracting(port -> port.getPort().getStrVal())
                .containsExactly("console");
        assertThat(policy.getIngress()).hasSize(2);
    }

    @Test
    void helmFindsNothingWrongWithIt() {
        LintResult result = new Helm(CHART).lint().strict().call();
        assertThat(result.isFailed())
                .as(String.join("\n", result.getMessages()))
                .isFalse();
    }

    @Test
    void itsDefaultsAreThePlainManifests() {
        Manifests made =
                Manifests.of(chart().set("redis.existingSecret", "grape-redis").call());
        made.readAll();
        String image = image();
        Map<String, Object> expected = new TreeMap<>();
        Manifests.plain().objects().forEach((id, object) -> expected.put(id, reduced(object, image)));
        Map<String, Object> rendered = new TreeMap<>();
        made.objects().forEach((id, object) -> rendered.put(id, reduced(object, image)));
        assertThat(rendered).isEqualTo(expected);
    }

    /** As the kustomization names it. */
    private static String image() {
        Map<String, Object> kustomization =
                Manifests.asMap(Manifests.documents(Manifests.PLAIN.resolve("kustomization.yaml"))
                        .get(0));
        Map<String, Object> image =
                Manifests.asMap(((List<?>) Objects.requireNonNull(kustomization.get("images"))).get(0));
        return image.get("newName") + ":" + image.get("newTag");
    }

    /** Without what only Helm says, and with the image as the kustomization has it. */
    private static @Nullable Object reduced(@Nullable Object yaml, String image) {
        if (yaml instanceof List<?> list) {
            List<@Nullable Object> all = new ArrayList<>();
            list.forEach(one -> all.add(reduced(one, image)));
            return all;
        }
        if (!(yaml instanceof Map<?, ?> map)) {
            return yaml;
        }
        Map<String, @Nullable Object> all = new TreeMap<>();
        map.forEach((key, value) -> {
            Object one = key.equals("image") && "grape".equals(value) ? image : reduced(value, image);
            boolean isEmpty = key.equals("annotations") && one instanceof Map<?, ?> rest && rest.isEmpty();
            if (!OF_HELM.contains(key.toString()) && !isEmpty) {
                all.put(key.toString(), one);
            }
        });
        return all;
    }

    @Test
    void aSecretOfYoursTakesThePlaceOfItsOwn() {
        Manifests made =
                Manifests.of(chart().set("redis.existingSecret", "mine").call());
        assertThat(made.objects()).doesNotContainKey("Secret grape-redis");
        assertThat(container(made, "grape")
                        .getEnv()
                        .get(0)
                        .getValueFrom()
                        .getSecretKeyRef()
                        .getName())
                .isEqualTo("mine");
    }

    @Test
    void everyValueGoesWhereItBelongs() throws IOException {
        Path values = Files.writeString(directory.resolve("values.yaml"), """
                replicas: 3
                image: {repository: mine/grape, tag: "7", pullSecrets: [{name: registry}]}
                redis: {uri: "redis-sentinel://:p%40ss@a,b#grape"}
                admin: {existingSecret: boss}
                config: {GRAPE_MAX_CONNECTIONS: "9", GRAPE_DRAIN_MS: null}
                preStopSeconds: 7
                terminationGracePeriodSeconds: 40
                service: {type: LoadBalancer, annotations: {a: b}}
                disruptionBudget: {enabled: false}
                podAnnotations: {c: d}
                nodeSelector: {disk: ssd}
                tolerations: [{key: k, operator: Exists}]
                serviceMonitor: {enabled: true, interval: 30s, labels: {release: prometheus}, tokenSecret: scrape}
                """);
        String yaml =
                chartWithoutRedis().withName("jobs").withValuesFile(values).call();
        Manifests made = Manifests.of(yaml);
        made.readAll();
        assertThat(made.objects())
                .containsOnlyKeys(
                        "ConfigMap jobs-grape",
                        "Secret jobs-grape-redis",
                        "Deployment jobs-grape",
                        "Service jobs-grape",
                        "ServiceMonitor jobs-grape");
        assertThat(made.read(Secret.class, "jobs-grape-redis").getStringData())
                .containsEntry("uri", "redis-sentinel://:p%40ss@a,b#grape");
        assertThat(yaml)
                .contains("replicas: 3", "image: mine/grape:7", "name: registry", "name: boss")
                .contains(
                        "GRAPE_MAX_CONNECTIONS: \"9\"", "command: [sleep, \"7\"]", "terminationGracePeriodSeconds: 40")
                .contains("type: LoadBalancer", "a: b", "c: d", "disk: ssd", "operator: Exists")
                .contains("interval: 30s", "release: prometheus", "name: scrape")
                .doesNotContain("GRAPE_DRAIN_MS");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "grape, none, none, grape",
                "my-grape-7, none, none, my-grape-7",
                "jobs, none, none, jobs-grape",
                "jobs, queue, none, jobs-queue",
                "jobs, queue, delays, delays"
            })
    void theObjectsAreCalledAsTheReleaseAndTheChart(
            String release, @Nullable String name, @Nullable String fullName, String expected) {
        TemplateCommand chart = chart().withName(release);
        if (name != null) {
            chart.set("nameOverride", name);
        }
        if (fullName != null) {
            chart.set("fullnameOverride", fullName);
        }
        Manifests made = Manifests.of(chart.call());
        assertThat(made.objects()).containsKeys("Deployment " + expected, "Secret " + expected + "-redis");
        assertThat(container(made, expected)
                        .getEnvFrom()
                        .get(0)
                        .getConfigMapRef()
                        .getName())
                .isEqualTo(expected);
    }

    private static Container container(Manifests made, String deployment) {
        return made.read(Deployment.class, deployment)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
    }

    /** Both connect to Redis, and what a ConfigMap says of the options holds. */
    @Test
    void moreVariablesComeFromASecretBeforeTheOptions() throws IOException {
        Path values = Files.writeString(
                directory.resolve("values.yaml"),
                "extraEnvFrom: [{secretRef: {name: more}}, {configMapRef: {name: other}}]\n");
        Manifests made = Manifests.of(chart().withValuesFile(values).call());
        made.readAll();
        PodSpec pod =
                made.read(Deployment.class, "grape").getSpec().getTemplate().getSpec();
        assertThat(names(pod.getContainers().get(0))).containsExactly("more", "other", "grape");
        assertThat(names(pod.getInitContainers().get(0))).containsExactly("more", "other");
    }

    private static List<String> names(Container container) {
        return container.getEnvFrom().stream()
                .map(from -> from.getSecretRef() == null
                        ? from.getConfigMapRef().getName()
                        : from.getSecretRef().getName())
                .toList();
    }

    @Test
    void theBeanstalkdProtocolHasAPortOfContainerAndServiceAndAToken() {
        Manifests made = Manifests.of(chart().set("beanstalkd.enabled", "true")
                .set("beanstalkd.token", "shop")
                .call());
        made.readAll();
        assertThat(made.read(ConfigMap.class, "grape").getData())
                .containsEntry("GRAPE_BEANSTALKD_HOST", "0.0.0.0")
                .containsEntry("GRAPE_BEANSTALKD_PORT", "11300")
                .containsEntry("GRAPE_BEANSTALKD_TOKEN", "shop");
        assertThat(container(made, "grape").getPorts())
                .extracting(ContainerPort::getName, ContainerPort::getContainerPort)
                .contains(tuple("beanstalkd", 11300));
        assertThat(made.read(Service.class, "grape").getSpec().getPorts())
                .extracting(ServicePort::getPort, port -> port.getTargetPort().getStrVal())
                .contains(tuple(11300, "beanstalkd"));
    }

    @Test
    void whoIsNotAskedNeedsNoTokenForTheBeanstalkdProtocol() {
        Manifests made = Manifests.of(chart().set("beanstalkd.enabled", "true")
                .set("config.GRAPE_AUTH", "none")
                .call());
        assertThat(made.read(ConfigMap.class, "grape").getData()).doesNotContainKey("GRAPE_BEANSTALKD_TOKEN");
    }

    @Test
    void whatPrometheusScrapesIsThePlainOne() {
        Manifests made =
                Manifests.of(chart().set("serviceMonitor.enabled", "true").call());
        Map<String, Object> expected = Manifests.file(Manifests.PLAIN.resolve("optional/service-monitor.yaml"))
                .objects()
                .values()
                .iterator()
                .next();
        assertThat(reduced(made.objects().get("ServiceMonitor grape"), "")).isEqualTo(reduced(expected, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "replicas: 0",
                "replica: 2",
                "redis: {uri: http://redis}",
                "beanstalkd: {port: 11300}",
                "extraEnvFrom: {secretRef: {name: a}}",
                "config: {MAX_CONNECTIONS: '9'}",
                "terminationGracePeriodSeconds: 5"
            })
    void aWrongValueIsRefused(String value) throws IOException {
        Path values = Files.writeString(directory.resolve("values.yaml"), value + "\n");
        TemplateCommand wrong = chartWithoutRedis().withValuesFile(values);
        assertThatThrownBy(wrong::call).hasMessageContaining("schema");
    }

    /** What the schema cannot say. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    preStopSeconds: 30 | terminationGracePeriodSeconds: expected more than 40, as preStopSeconds is 30
                    preStopSeconds: 20 | terminationGracePeriodSeconds: expected more than 30, as preStopSeconds is 20
                    config: {GRAPE_REDIS: redis://a} | config.GRAPE_REDIS: a ConfigMap is no place for it, use redis.existingSecret
                    config: {GRAPE_ADMIN_PASSWORD: secret} | config.GRAPE_ADMIN_PASSWORD: a ConfigMap is no place for it, use admin.existingSecret
                    config: {GRAPE_TLS_CERT: /tls/cert} | config.GRAPE_TLS_CERT: the probes speak HTTP, let the ingress terminate TLS
                    config: {GRAPE_HTTP_PORT: '80'} | config.GRAPE_HTTP_PORT: address and ports of the containers are fixed
                    config: {GRAPE_BEANSTALKD_PORT: '0'} | config.GRAPE_BEANSTALKD_PORT: use beanstalkd.enabled
                    beanstalkd: {enabled: true} | beanstalkd.token: expected the name of a token, unless GRAPE_AUTH is none
                    """)
    void aValueThatDoesNotFitIsRefusedByName(String value, String message) throws IOException {
        Path values = Files.writeString(directory.resolve("values.yaml"), value + "\n");
        TemplateCommand wrong = chart().withValuesFile(values);
        assertThatThrownBy(wrong::call).hasMessageContaining(message);
    }
}
