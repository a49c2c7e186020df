import { hashText } from '../numbers.ts'

/**
 * Seeded standard normals, from sfc32 (Chris Doty-Humphrey's small fast chaotic generator) and Marsaglia and Tsang's
 * ziggurat with 128 layers. It uses only integer steps and table lookups, so a seed gives the same bits on every
 * machine.
 */

const layers = 128
const tailStart = 3.442619855899
const layerArea = 9.91256303526217e-3
const scale = 16777216

const acceptBelow = new Int32Array(layers)
const width = new Float64Array(layers)
const height = new Float64Array(layers)

const bell = (x: number) => Math.exp(-0.5 * x * x)

const fillLayers = () => {
  let edge = tailStart
  let previous = tailStart
  const base = layerArea / bell(edge)
  acceptBelow[0] = (edge / base) * scale
  acceptBelow[1] = 0
  width[0] = base / scale
  width[layers - 1] = edge / scale
  height[0] = 1
  height[layers - 1] = bell(edge)
  for (let layer = layers - 2; layer >= 1; layer--) {
    edge = Math.sqrt(-2 * Math.log(layerArea / edge + bell(edge)))
    acceptBelow[layer + 1] = (edge / previous) * scale
    previous = edge
    height[layer] = bell(edge)
    width[layer] = edge / scale
  }
}
fillLayers()

export type RandomState = Int32Array

/** Derives a state from a text, and mixes it with twelve rounds before the first draw. */
export const seededState = (seed: string): RandomState => {
  const state = Int32Array.of(hashText(seed), hashText(`${seed}/b`), hashText(`${seed}/c`), 1)
  for (let round = 0; round < 12; round++) nextInteger(state)
  return state
}

/** The next 32 random bits as a signed integer. */
const nextInteger = (state: RandomState): number => {
  const a = state[0] ?? 0
  const b = state[1] ?? 0
  const c = state[2] ?? 0
  const counter = state[3] ?? 0
  const result = (((a + b) | 0) + counter) | 0
  state[3] = (counter + 1) | 0
  state[0] = b ^ (b >>> 9)
  state[1] = (c + (c << 3)) | 0
  state[2] = (((c << 21) | (c >>> 11)) + result) | 0
  return result
}

/** A number from 0 to 1, but never 0. */
export const nextFraction = (state: RandomState): number =>
  ((nextInteger(state) >>> 0) + 0.5) / 4294967296

/** Handles the rare draws, about one in eighty, that fall outside a layer's inner part. */
const slowNormal = (state: RandomState, firstLayer: number, firstStep: number): number => {
  let layer = firstLayer
  let step = firstStep
  for (;;) {
    const value = step * (width[layer] ?? 0)
    if (layer === 0) {
      for (;;) {
        const x = -Math.log(nextFraction(state)) / tailStart
        const y = -Math.log(nextFraction(state))
        if (y + y > x * x) return step > 0 ? tailStart + x : -tailStart - x
      }
    }
    const top = height[layer - 1] ?? 0
    const bottom = height[layer] ?? 0
    if (bottom + nextFraction(state) * (top - bottom) < bell(value)) return value
    const bits = nextInteger(state)
    layer = bits & (layers - 1)
    step = bits >> 7
    if (Math.abs(step) < (acceptBelow[layer] ?? 0)) return step * (width[layer] ?? 0)
  }
}

export const fillNormals = (state: RandomState, target: Float32Array): void => {
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let counter = state[3] ?? 0
  for (let index = 0; index < target.length; index++) {
    const bits = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + bits) | 0
    const layer = bits & (layers - 1)
    const step = bits >> 7
    if ((step < 0 ? -step : step) < (acceptBelow[layer] ?? 0)) {
      target[index] = step * (width[layer] ?? 0)
      continue
    }
    state[0] = a
    state[1] = b
    state[2] = c
    state[3] = counter
    target[index] = slowNormal(state, layer, step)
    a = state[0]
    b = state[1]
    c = state[2]
    counter = state[3]
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = counter
}
