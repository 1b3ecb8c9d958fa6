/** Metrics of configuration files that are read again when they change. */
import type { NumberRow } from '../family.ts';

const rowsOf = (what: 'authentication' | 'authorization') =>
	({
		reloads: {
			name: `apiserver_${what}_config_controller_automatic_reloads_total`,
			type: 'counter',
			help: `Total number of automatic reloads of ${what} configuration split by status and apiserver identity.`,
			labels: ['status', 'apiserver_id_hash'],
			stability: 'ALPHA',
			introduced: '1.30',
			history: [{ from: '1.34', set: { stability: 'BETA' } }],
		},
		time: {
			name: `apiserver_${what}_config_controller_automatic_reload_last_timestamp_seconds`,
			type: 'gauge',
			help: `Timestamp of the last automatic reload of ${what} configuration split by status and apiserver identity.`,
			labels: ['status', 'apiserver_id_hash'],
			stability: 'ALPHA',
			across: 'largest',
			introduced: '1.30',
			history: [{ from: '1.34', set: { stability: 'BETA' } }],
		},
		info: {
			name: `apiserver_${what}_config_controller_last_config_info`,
			type: 'gauge',
			help: `Information about the last applied ${what} configuration with hash as label, split by apiserver identity.`,
			labels: ['apiserver_id_hash', 'hash'],
			stability: 'ALPHA',
			across: 'largest',
			introduced: '1.34',
		},
	}) as const satisfies Readonly<Record<string, NumberRow>>;

export const configurationRows = { authentication: rowsOf('authentication'), authorization: rowsOf('authorization') } as const;
