/**
 * `npm run peers:build -- DIR`: builds the peers of `npm run peers` from their Go modules: etcd,
 * kube-apiserver of each release and kube-controller-manager of the newest, as `DIR/etcd` and `DIR/kube-apiserver-1.25`. It needs Go and, the first time, a quarter of an hour; programs already in DIR are kept.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from 'commander';

interface Module {
	readonly Path: string;
	readonly Version?: string;
}

interface ModFile {
	readonly Go: string;
	readonly Require: readonly Module[];
	readonly Replace?: readonly { readonly Old: Module; readonly New: Module }[];
}

const etcdVersion = 'v3.5.21';
const newest = 'v1.36.0';
const kubernetesVersions = [newest, 'v1.25.16'];
const sampleVersion = 'v0.36.0';
const metricsServer = 'sigs.k8s.io/metrics-server';
const metricsServerVersion = 'v0.8.0';
const kwok = 'sigs.k8s.io/kwok';
const kwokVersion = 'v0.8.0';
/** Replacements for versions that the module proxy or its checksum database lacks; hardly any code of these modules is linked. */
const instead: Readonly<Record<string, string>> = { 'k8s.io/kube-scheduler@v0.25.16': 'v0.25.4', 'k8s.io/cluster-bootstrap@v0.25.16': 'v0.25.4' };

const etcdMain = `package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
`;

const mainOf = (program: string, command: string): string => `package main

import (
	"os"
	_ "time/tzdata"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/${program}/app"
)

func main() { os.Exit(cli.Run(app.${command}())) }
`;

const command = new Command('npm run peers:build --')
	.description('builds what npm run peers compares with from the Go modules of their projects; takes Go and, the first time, a quarter of an hour')
	.argument('<dir>', 'where etcd and kube-apiserver-RELEASE are put; what is there already stays')
	.option('--cluster', 'only the programs of a cluster (docs/guide/cluster.md): kube-controller-manager, kube-scheduler and KWOK')
	.option('--extensions', 'extension API servers as well: sample-apiserver of Kubernetes, and metrics-server')
	.option('--suite', 'the suite of npm run conformance as well')
	.parse();
const folder = resolve(command.args[0] ?? '');
const { cluster = false, extensions = false, suite = false } = command.opts<{ readonly cluster?: true; readonly extensions?: true; readonly suite?: true }>();
mkdirSync(folder, { recursive: true });
if (cluster) buildCluster();
else buildPeers();
if (extensions) buildExtensions();
if (suite) build('e2e.test-1.36', () => kubernetesModule(newest), 'package main\n', '', ['test', '-c'], 'k8s.io/kubernetes/test/e2e');

function buildPeers(): void {
	build('etcd', etcdModule, etcdMain, '');
	for (const version of kubernetesVersions) buildOf('kube-apiserver', 'NewAPIServerCommand', version);
	// The module proxy lacks modules of that of 1.25.16, and the newest counts quotas beside both.
	buildOf('kube-controller-manager', 'NewControllerManagerCommand', newest);
}

function buildCluster(): void {
	buildOf('kube-controller-manager', 'NewControllerManagerCommand', newest);
	buildOf('kube-scheduler', 'NewSchedulerCommand', newest);
	build('kwok', kwokModule, 'package main\n', '', ['build'], `${kwok}/cmd/kwok`);
	writeFileSync(join(folder, 'kwok.yaml'), kwokStages());
}

function buildExtensions(): void {
	const module = (path: string, version: string) => (): string => `module peer\n\ngo 1.26.0\n\nrequire ${path} ${version}\n`;
	build('sample-apiserver', module('k8s.io/sample-apiserver', sampleVersion), 'package main\n', '', ['build'], 'k8s.io/sample-apiserver');
	build('metrics-server', module(metricsServer, metricsServerVersion), 'package main\n', '', ['build'], `${metricsServer}/cmd/metrics-server`);
}

/** Builds a program of Kubernetes as `DIR/PROGRAM-RELEASE`; `make` is the function of its command. */
function buildOf(program: string, make: string, version: string): void {
	const minor = version.split('.')[1] ?? '';
	const stamp = 'k8s.io/component-base/version.git';
	const stamps = `-X ${stamp}Version=${version} -X ${stamp}Major=1 -X ${stamp}Minor=${minor}`;
	build(`${program}-1.${minor}`, () => kubernetesModule(version), mainOf(program, make), stamps);
}

function build(name: string, module: () => string, main: string, stamps: string, verb = ['build'], what = '.'): void {
	const out = join(folder, name);
	if (existsSync(out)) {
		console.info(`${out} is there`);
		return;
	}
	const sources = mkdtempSync(join(tmpdir(), 'orch-peers-'));
	try {
		writeFileSync(join(sources, 'go.mod'), module());
		writeFileSync(join(sources, 'main.go'), main);
		// Old modules refer to parts of Go's library that later Go versions make private.
		const flags = ['-mod=mod', '-ldflags', `-s -w -checklinkname=0 ${stamps}`, '-o', out];
		execFileSync('go', [...verb, ...flags, what], { cwd: sources, stdio: 'inherit', env: { ...process.env, CGO_ENABLED: '0' } });
		console.info(`${out} is built`);
	} finally {
		rmSync(sources, { recursive: true, force: true });
	}
}

function etcdModule(): string {
	return `module peer\n\ngo 1.23\n\nrequire go.etcd.io/etcd/server/v3 ${etcdVersion}\n`;
}

function kwokModule(): string {
	return `module peer\n\ngo 1.26.0\n\nrequire ${kwok} ${kwokVersion}\n`;
}

/** Returns KWOK's own stages that make nodes ready at once, run their pods, complete those of Jobs and remove deleted ones. */
function kwokStages(): string {
	const { Dir } = JSON.parse(go('mod', 'download', '-json', `${kwok}@${kwokVersion}`)) as { readonly Dir: string };
	const folders = ['node/fast', 'pod/fast'].map((name) => join(Dir, 'kustomize/stage', name));
	const files = folders.flatMap((from) =>
		readdirSync(from)
			.filter((name) => name.endsWith('.yaml'))
			.map((name) => join(from, name)),
	);
	return files
		.map((file) => readFileSync(file, 'utf8'))
		.filter((text) => text.includes('kind: Stage'))
		.join('---\n');
}

/** Returns a go.mod with the requirements of Kubernetes; modules of its own repository come from their releases. */
function kubernetesModule(version: string): string {
	const { GoMod } = JSON.parse(go('mod', 'download', '-json', `k8s.io/kubernetes@${version}`)) as { readonly GoMod: string };
	const { Go, Require, Replace = [] } = JSON.parse(go('mod', 'edit', '-json', GoMod)) as ModFile;
	const own = version.replace('v1.', 'v0.');
	const staging = Require.filter(({ Version }) => Version === 'v0.0.0').map(({ Path }) => `${Path} => ${Path} ${instead[`${Path}@${own}`] ?? own}`);
	const others = Replace.filter(({ New }) => New.Version !== undefined).map(({ Old, New }) => `${Old.Path} => ${New.Path} ${New.Version}`);
	const required = [`k8s.io/kubernetes ${version}`, ...Require.map(({ Path, Version }) => `${Path} ${Version}`)];
	const block = (verb: string, lines: readonly string[]): string => `${verb} (\n${lines.map((line) => `\t${line}\n`).join('')})\n`;
	return `module peer\n\ngo ${Go}\n\n${block('require', required)}\n${block('replace', [...staging, ...others])}`;
}

function go(...args: string[]): string {
	return execFileSync('go', args, { cwd: tmpdir(), encoding: 'utf8' });
}
