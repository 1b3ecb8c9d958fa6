/** Program that reports over a data directory; it prints one line of JSON. */
import { openDataDir } from '@example/reports';

const reports = openDataDir(process.argv[2] ?? '');

// Queries that the API does not offer: groups, sums, joins, and a consistent snapshot of several kinds.
const images = await reports.podSpecContainers.groupBy({ by: ['image'], _count: { _all: true }, orderBy: { image: 'asc' } });
const replicas = await reports.deployment.aggregate({ where: { specStrategyType: 'RollingUpdate' }, _sum: { specReplicas: true } });
const waiting = await reports.deployment.findMany({
	where: { specReplicas: { gt: 1 }, statusConditions: { some: { type: 'Available', status: 'False' } }, labelPairs: { some: { key: 'app', value: 'shop' } } },
	select: { name: true, specReplicas: true, statusConditions: { select: { lastTransitionTime: true } } },
	orderBy: { name: 'asc' },
});
const ofShop = await reports.podLabels.findMany({ where: { key: 'app', value: 'shop' }, select: { pod: { select: { name: true, specPriority: true } } } });
const [pods, deployments] = await reports.$transaction([reports.pod.count(), reports.deployment.count({ where: { createdAt: { lte: new Date() } } })]);
const secrets = await reports.secret.findMany({
	where: { namespace: 'default', name: 'hidden' },
	select: { name: true, readable: true, uid: true, object: true },
});
const counted: readonly { readonly n: bigint }[] = await reports.$queryRaw`SELECT count(*) AS n FROM core_pods_spec_containers WHERE name = 'side'`;
const sweeps = await reports.sweep.findMany({ select: { name: true, specMode: true, specWorkers: true, createdAt: true } });
await reports.$disconnect();

const image: string | null | undefined = images[0]?.image;
const created: Date | null | undefined = sweeps[0]?.createdAt;
// @ts-expect-error: what is written goes through the API
reports.pod.create;
// @ts-expect-error: no such column
reports.pod.findMany({ where: { specNodename: 'a' } }).then(undefined, () => {});

console.log(
	JSON.stringify({
		images: images.map((one) => [one.image, one._count._all]),
		replicas: replicas._sum.specReplicas,
		waiting,
		ofShop: ofShop.map(({ pod }) => pod.name).sort(),
		counts: [pods, deployments],
		secrets,
		sides: Number(counted[0]?.n),
		sweeps: sweeps.map(({ name, specMode, specWorkers }) => [name, specMode, specWorkers]),
		kinds: [typeof image, created instanceof Date],
	}),
);
