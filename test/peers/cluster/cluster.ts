/**
 * Makes a server a cluster: starts kube-controller-manager, kube-scheduler and KWOK beside it, each with rights of its own. KWOK plays the
 * agents of all nodes: their pods become ready and end, and no container runs.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startProgram } from '../programs.ts';

export const clusterRelease = '1.36';
/** Programs in the folder that `npm run peers:build -- DIR --cluster` fills. */
const names = ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const;
type Name = (typeof names)[number];

const fileOf = (name: Name): string => (name === 'kwok' ? name : `${name}-${clusterRelease}`);

/** Returns the files that a folder of programs lacks. */
export function missingIn(programs: string): readonly string[] {
	return [...names.map(fileOf), 'kwok.yaml'].filter((file) => !existsSync(join(programs, file)));
}

const users: Readonly<Record<Name, string>> = {
	'kube-controller-manager': 'system:kube-controller-manager,kube-controller-manager,',
	'kube-scheduler': 'system:kube-scheduler,kube-scheduler,',
	// An agent of one node may not write the others.
	kwok: 'kwok,kwok,system:masters',
};

/** Controllers that kube-controller-manager lacks; it runs all others. */
const ownControllers = 'service-claims,storage-version-migrator';

export interface Cluster {
	readonly programs: readonly ClusterProgram[];
	end(): Promise<void>;
}

export interface ClusterProgram extends Program {
	readonly name: Name;
	/** Returns the lines of the log so far. */
	log(): readonly string[];
}

export class ClusterSetup {
	/** Flags of the server. */
	readonly serverFlags: readonly string[];
	readonly #folder: string;
	readonly #tokens: Readonly<Record<Name, string>>;

	/** Writes the tokens of the programs into `folder`, which their logs and kubeconfigs share. */
	constructor(folder: string) {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		this.#folder = folder;
		this.#tokens = Object.fromEntries(names.map((name) => [name, randomBytes(16).toString('hex')])) as Record<Name, string>;
		const file = join(folder, 'tokens.csv');
		writeFileSync(file, names.map((name) => `${this.#tokens[name]},${users[name]}\n`).join(''), { mode: 0o600 });
		this.serverFlags = [
			...['--emulated-version', clusterRelease, '--authorization-mode', 'Node,RBAC', '--token-auth-file', file],
			...['--controllers', ownControllers, '--allow-privileged'],
		];
	}

	/** Starts the programs of that folder, which `missingIn` has found complete, beside the server at `url` with its data directory. */
	start(programs: string, url: string, dataDir: string): Cluster {
		const pki = (name: string): string => join(dataDir, 'pki', name);
		const flags: Readonly<Record<Name, readonly string[]>> = {
			'kube-controller-manager': [
				...['--use-service-account-credentials', '--service-account-private-key-file', pki('sa.key'), '--root-ca-file', pki('ca.crt')],
				...['--cluster-signing-cert-file', pki('ca.crt'), '--cluster-signing-key-file', pki('ca.key')],
				...['--leader-elect=false', '--secure-port', '0'],
			],
			'kube-scheduler': ['--leader-elect=false', '--secure-port', '0'],
			kwok: ['--manage-all-nodes=true', '--node-ip', '10.0.0.1', '--node-lease-duration-seconds', '40', '--config', join(programs, 'kwok.yaml')],
		};
		const started = names.map((name): ClusterProgram => {
			const kubeconfig = this.#kubeconfig(name, url, readFileSync(pki('ca.crt')));
			const log = join(this.#folder, `${name}.log`);
			const program = startProgram(join(programs, fileOf(name)), ['--kubeconfig', kubeconfig, ...flags[name]], log);
			return { ...program, name, log: () => readFileSync(log, 'utf8').split('\n').filter(Boolean) };
		});
		return {
			programs: started,
			async end() {
				await Promise.all(started.map((program) => program.end()));
			},
		};
	}

	#kubeconfig(name: Name, server: string, ca: Buffer): string {
		const file = join(this.#folder, `${name}.kubeconfig`);
		const config = {
			apiVersion: 'v1',
			kind: 'Config',
			clusters: [{ name: 'orch', cluster: { server, 'certificate-authority-data': ca.toString('base64') } }],
			users: [{ name, user: { token: this.#tokens[name] } }],
			contexts: [{ name, context: { cluster: 'orch', user: name } }],
			'current-context': name,
		};
		writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
		return file;
	}
}

/** Returns a Node that KWOK makes ready. */
export function node(name: string) {
	const resources = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' };
	return {
		apiVersion: 'v1',
		kind: 'Node',
		metadata: { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' } },
		status: { capacity: resources, allocatable: resources },
	};
}
