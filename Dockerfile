FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY pom.xml ./
COPY grape-catalog grape-catalog
COPY grape-process grape-process
COPY grape-core grape-core
COPY grape-console grape-console
COPY grape-server grape-server
COPY grape-harness/pom.xml grape-harness/pom.xml
COPY grape-client/pom.xml grape-client/pom.xml
COPY grape-opentelemetry/pom.xml grape-opentelemetry/pom.xml
COPY grape-junit-broker/pom.xml grape-junit-broker/pom.xml
COPY grape-junit/pom.xml grape-junit/pom.xml
COPY grape-outbox/pom.xml grape-outbox/pom.xml
COPY grape-spring-boot-starter/pom.xml grape-spring-boot-starter/pom.xml
COPY grape-cli/pom.xml grape-cli/pom.xml
COPY grape-examples/pom.xml grape-examples/pom.xml
COPY grape-bench/pom.xml grape-bench/pom.xml
COPY grape-chaos/pom.xml grape-chaos/pom.xml
COPY grape-e2e/pom.xml grape-e2e/pom.xml
# The image is given a Redis: those for developers' machines, of five platforms, stay out.
RUN mvn -q -B -ntp -Dquick -Dquick.directory=run -pl grape-server -am package \
    && rm grape-server/target/run/lib/embedded-redis-*.jar

# All that a broker needs of a system, and nothing else.
FROM eclipse-temurin:17-jdk AS system
COPY tools/image.sh /image.sh
RUN apt-get update && apt-get install -y --no-install-recommends busybox-static && /image.sh /system

FROM scratch
COPY --from=system /system /
COPY --from=build /build/grape-server/target/run/grape-server.jar /grape/grape-server.jar
COPY --from=build /build/grape-server/target/run/lib /grape/lib
ENV PATH=/opt/java/bin:/bin JAVA_HOME=/opt/java LC_ALL=C.UTF-8 GRAPE_HOST=0.0.0.0
USER grape
# 11300 is the beanstalkd protocol, which takes GRAPE_BEANSTALKD_HOST and GRAPE_BEANSTALKD_TOKEN.
EXPOSE 9521 9595 11300
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
    CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9521/health/ready"]
# No shell in between: SIGTERM must reach the broker.
ENTRYPOINT ["java", "-XX:+ExitOnOutOfMemoryError", "-jar", "/grape/grape-server.jar"]
