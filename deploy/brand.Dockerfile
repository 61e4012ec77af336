# The image with a brand of one's own in it. The folder of the pack is what the builder is sent, because .dockerignore of
# this one lets no other in: docker build -t april-own -f deploy/brand.Dockerfile brand
ARG IMAGE=april-loyalty
FROM ${IMAGE} AS own
# Theirs who read it: a folder that nobody else may read stays readable to the application.
COPY --chown=1000:1000 . /app/brand
ENV BRAND_DIR=/app/brand
