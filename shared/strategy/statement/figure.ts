export type { Figure, Origin, Step } from '../../figures/figure.ts'
