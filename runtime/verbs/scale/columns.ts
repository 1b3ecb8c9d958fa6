/** Columns of a Scale's Table, which `kubectl get --subresource=scale` prints. */
import { ageColumn, nameColumn, type TableColumn } from '../../codec/columns.ts';
import type { JsonObject } from '../../model/catalog.ts';

const replicas = (of: 'spec' | 'status', name: string, description: string): TableColumn => ({
	definition: { name, type: 'integer', description },
	cell: (scale) => (scale[of] as JsonObject | undefined)?.replicas ?? 0,
});

export const scaleColumns: readonly TableColumn[] = [
	nameColumn,
	replicas('spec', 'Desired', 'Desired number of replicas.'),
	replicas('status', 'Available', 'Observed number of replicas.'),
	ageColumn,
];
