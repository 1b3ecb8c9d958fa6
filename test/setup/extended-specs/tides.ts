/** A product's own release calendar, and a kind whose versions, field and gate mean its releases. */
export const tideSpecs: Readonly<Record<string, string>> = {
	'releases.yaml': `default: "1.2"
releases: ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]
dates:
  { "1.0": "2024-01-10", "1.1": "2024-05-10", "1.2": "2024-09-10", "1.3": "2025-01-10", "1.4": "2025-05-10", "1.5": "2025-09-10", "1.6": "2026-01-10" }
gates:
  TideCharts: [{ from: "1.2", stage: alpha, default: false }, { from: "1.5", stage: beta, default: true }]
`,
	'tides/group.yaml': `group: tides.example.com
description: Tides of the sea.
versions: [v1, v1beta1]
`,
	'tides/tide.yaml': `kind: Tide
names: { plural: tides }
scope: Namespaced
description: A tide at a place.
versions:
  - { name: v1, storage: true, introduced: "1.1" }
  - { name: v1beta1, deprecated: "1.2", removed: "1.5", replacement: v1 }
schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        place: { type: string, protobuf: 1, description: Place. }
        height: { type: integer, protobuf: 2, introduced: "1.3", description: Height in centimetres. }
        chart: { type: string, protobuf: 3, gate: TideCharts, description: Name of a chart. }
`,
};
