/** Metrics of service accounts and their tokens. */
import type { NumberRow } from '../family.ts';

export const accountRows = {
	legacy: {
		name: 'serviceaccount_legacy_tokens_total',
		type: 'counter',
		help: 'Cumulative legacy service account tokens used',
		labels: [],
		stability: 'ALPHA',
		introduced: '1.19',
	},
	auto: {
		name: 'serviceaccount_legacy_auto_token_uses_total',
		type: 'counter',
		help: 'Cumulative auto-generated legacy tokens used',
		labels: [],
		stability: 'ALPHA',
		introduced: '1.28',
	},
	manual: {
		name: 'serviceaccount_legacy_manual_token_uses_total',
		type: 'counter',
		help: 'Cumulative manually created legacy tokens used',
		labels: [],
		stability: 'ALPHA',
		introduced: '1.28',
	},
	invalid: {
		name: 'serviceaccount_invalid_legacy_auto_token_uses_total',
		type: 'counter',
		help: 'Cumulative invalid auto-generated legacy tokens used',
		labels: [],
		stability: 'ALPHA',
		introduced: '1.29',
	},
} as const satisfies Readonly<Record<string, NumberRow>>;
