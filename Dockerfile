# The server with everything it can use: PostgreSQL, the best draws, printed sheets. docs/operations.md says how to run it.

# The wheel: the page built, the kernel compiled, with the locked tools and nothing else.
FROM python:3.13-slim AS wheel
# The compiler of the base image's release, whichever that is.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements/build.txt requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/build.txt
COPY . .
# 1: compiled with a profile of games played; slower to build, faster to run.
ARG KAMCHATKA_PGO=0
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation -w /wheel .

# What it runs with: the locked packages, then the wheel.
FROM python:3.13-slim AS packages
COPY requirements/server.txt /
RUN python -m venv /opt/kamchatka \
    && /opt/kamchatka/bin/pip install --no-cache-dir --require-hashes -r /server.txt
COPY --from=wheel /wheel /wheel
RUN /opt/kamchatka/bin/pip install --no-cache-dir --no-deps /wheel/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10210 --user-group --home-dir /data --shell /usr/sbin/nologin kamchatka \
    && install --directory --owner=kamchatka --group=kamchatka --mode=0700 /data
COPY --from=packages /opt/kamchatka /opt/kamchatka
ENV PATH=/opt/kamchatka/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    KAMCHATKA_DATABASE=sqlite+aiosqlite:////data/kamchatka.db \
    KAMCHATKA_EVENTS=/data/events
USER 10210:10210
WORKDIR /data
VOLUME /data
EXPOSE 8210
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8210/readyz', timeout=4)"]
ENTRYPOINT ["kamchatka"]
CMD ["serve", "--host", "0.0.0.0"]
