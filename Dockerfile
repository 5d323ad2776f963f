# Built from the lockfile in one stage, run without compiler or npm in the other.
FROM node:20-bookworm-slim AS build
WORKDIR /app
# For better-sqlite3 where its prebuilt file cannot be fetched.
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
# npm ci ends with prepare.mjs, which leaves the build to the step after the sources.
COPY package.json package-lock.json prepare.mjs ./
RUN npm ci
COPY build.mjs tsconfig.json tsconfig.client.json ./
COPY fixtures/simulator fixtures/simulator
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY config config
COPY rules rules
COPY docs/desk docs/desk
# The only place that is written; run with --read-only.
RUN ln -s /data data && mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "dist/main.js", "healthcheck"]
CMD ["node", "--v8-pool-size=1", "dist/main.js", "run"]
