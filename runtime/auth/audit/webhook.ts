/** `--audit-webhook-config-file`: sends events in batches to an external service. */
import type { Flag } from '../../api/flag.ts';
import { type DurationBounds, duration, text } from '../../api/flag-value.ts';
import type { AuditBackend } from './contract.ts';
import { EventTexts } from './event-text.ts';
import { backendFlags } from './flags.ts';
import { inBatches, textWithin } from './truncated.ts';

const configFile: Flag<string | undefined> = {
	name: 'audit-webhook-config-file',
	value: 'FILE',
	help: 'Kubeconfig file for the audit webhook, which receives the events.',
	default: undefined,
	parse: text,
};

const backoffs: DurationBounds = { minMs: 1, maxMs: 600_000 };

const initialBackoff: Flag<number> = {
	name: 'audit-webhook-initial-backoff',
	value: 'DURATION',
	help: 'Delay before the first retry of a failed batch.',
	default: 10_000,
	shown: '10s',
	parse: (value) => duration(value, backoffs),
};

const common = backendFlags('webhook', { mode: 'batch', maxSize: 400, maxWaitMs: 30_000, throttles: true });

/** Timeout of one attempt. */
const tryMs = 30_000;

export const auditWebhook: AuditBackend = {
	name: 'Webhook',
	flags: [configFile, initialBackoff, ...common.all],
	async start(context) {
		const { flags, vocabulary } = context;
		const file = flags.of(configFile);
		if (file === undefined) return undefined;
		const [{ readRemoteService }, { remoteClient }] = await Promise.all([import('../../remote/service-file.ts'), import('../../remote/remote-client.ts')]);
		const service = await readRemoteService(file, `--${configFile.name} ${file}`);
		const ended = new AbortController();
		const client = await remoteClient(service, ended.signal, { tryMs, firstPauseMs: flags.of(initialBackoff) });
		const [version, bounds] = [common.version(vocabulary), common.truncation(flags)];
		const forms = new EventTexts(version);
		const truncatedKey = `audit.${vocabulary.groupDomain}/truncated`;
		return common.sink(
			{
				async write(events) {
					const texts = events.map((event) => textWithin(event, forms, bounds, truncatedKey));
					for (const batch of inBatches(texts, bounds))
						await client.ask(`{"kind":"EventList","apiVersion":"${version}","metadata":{},"items":[${batch.join(',')}]}`);
				},
				close: async () => ended.abort(),
			},
			context,
		);
	},
};
