/** Starts KWOK as the agent of all nodes: a log is a file, commands run on this machine, and a port leads to a backend. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type Program, startProgram, until } from '../programs.ts';

/** Returns the files that a folder of programs lacks. */
export function missingForAgent(programs: string): readonly string[] {
	return ['kwok', 'kwok.yaml'].filter((file) => !existsSync(join(programs, file)));
}

export interface Backends {
	/** File with the log of all containers, in the format of container runtimes. */
	readonly log: string;
	/** Port on this machine behind the port 8080 of each pod. */
	readonly port: number;
}

/** Returns KWOK's configuration, with its stages of nodes and pods. */
export function agentConfig(programs: string, { log, port }: Backends): string {
	const kinds: Readonly<Record<string, object>> = {
		ClusterLogs: { logs: [{ logsFile: log }] },
		ClusterExec: { execs: [{ local: {} }] },
		ClusterAttach: { attaches: [{ logsFile: log }] },
		ClusterPortForward: { forwards: [{ ports: [8080], target: { port, address: '127.0.0.1' } }] },
	};
	const objects = Object.entries(kinds).map(([kind, spec]) => JSON.stringify({ apiVersion: 'kwok.x-k8s.io/v1alpha1', kind, metadata: { name: 'all' }, spec }));
	return [readFileSync(join(programs, 'kwok.yaml'), 'utf8'), ...objects].join('\n---\n');
}

export interface KwokAgentFiles {
	readonly kubeconfig: string;
	readonly config: string;
	readonly cert: string;
	readonly key: string;
}

export type KwokAgent = Program;

/** Starts the agent and resolves when it answers. */
export async function startKwokAgent(programs: string, { kubeconfig, config, cert, key }: KwokAgentFiles): Promise<KwokAgent> {
	const port = await freePort();
	const agent = startProgram(join(programs, 'kwok'), [
		...['--kubeconfig', kubeconfig, '--config', config, '--manage-all-nodes=true', '--node-lease-duration-seconds', '40'],
		...['--node-ip', '127.0.0.1', '--node-port', String(port), '--server-address', `127.0.0.1:${port}`],
		...['--tls-cert-file', cert, '--tls-private-key-file', key],
	]);
	await until(`KWOK's node agent`, async () => {
		if (agent.child.exitCode !== null) throw new Error(agent.said());
		return fetch(`http://127.0.0.1:${port}/healthz`).then(
			({ ok }) => ok,
			() => false,
		);
	});
	return agent;
}
