import { createRouter, createWebHashHistory, type Router, type RouteRecordRaw } from 'vue-router'
import OpenScreen from './features/advise/open/open-screen.vue'

/** The screens' addresses. Screens off the first path load when first shown. */
const routes: RouteRecordRaw[] = [
  { path: '/', redirect: '/advise' },
  { path: '/advise', component: OpenScreen, meta: { title: 'Open a participant', area: 'advise' } },
  {
    path: '/advise/profile',
    component: () => import('./features/advise/profile/profile-screen.vue'),
    meta: { title: 'Participant', area: 'advise' },
  },
  {
    path: '/advise/forecast',
    component: () => import('./features/advise/forecast/forecast-screen.vue'),
    meta: { title: 'Forecast', area: 'advise' },
  },
  {
    path: '/advise/call-first',
    component: () => import('./features/call-first/call-first-screen.vue'),
    meta: { title: 'Whom to call first', area: 'advise' },
  },
  {
    path: '/advise/submit/:operation',
    component: () => import('./features/submit/submit-screen.vue'),
    meta: { title: 'Submit', area: 'advise' },
  },
  {
    path: '/advise/report',
    component: () => import('./features/report/report-screen.vue'),
    meta: { title: 'Client report', area: 'advise' },
  },
  {
    path: '/opt-out',
    component: () => import('./features/optout-desk/optout-screen.vue'),
    meta: { title: 'Opt-out desk', area: 'opt-out' },
  },
  {
    path: '/opt-out/lists',
    component: () => import('./features/optout-desk/lists/lists-screen.vue'),
    meta: { title: 'Lists', area: 'opt-out' },
  },
  {
    path: '/opt-out/lists/:listId',
    component: () => import('./features/optout-desk/lists/list-screen.vue'),
    meta: { title: 'List', area: 'opt-out' },
  },
  {
    path: '/opt-out/overview',
    component: () => import('./features/optout-desk/overview/overview-screen.vue'),
    meta: { title: 'Overview of the opt-out desk', area: 'opt-out' },
  },
  {
    path: '/saved-results',
    component: () => import('./features/saved-results/saved-results-screen.vue'),
    meta: { title: 'Saved results', area: 'savedResults' },
  },
  {
    path: '/saved-results/:id',
    component: () => import('./features/saved-results/record-screen.vue'),
    meta: { title: 'Saved result', area: 'savedResults' },
  },
  {
    path: '/settings',
    component: () => import('./features/settings/settings-screen.vue'),
    meta: { title: 'Settings', area: 'settings' },
  },
  {
    path: '/settings/traffic',
    component: () => import('./features/settings/traffic/traffic-screen.vue'),
    meta: { title: 'Service calls', area: 'settings' },
  },
  {
    path: '/settings/mapping',
    component: () => import('./features/settings/mapping/mapping-screen.vue'),
    meta: { title: 'Participant files', area: 'settings' },
  },
  {
    path: '/settings/desk',
    component: () => import('./features/optout-desk/texts/desk-texts-screen.vue'),
    meta: { title: 'Texts of the Opt-out desk', area: 'settings' },
  },
  {
    path: '/settings/plans',
    component: () => import('./features/settings/plans/plans-screen.vue'),
    meta: { title: 'Plan directory', area: 'settings' },
  },
  {
    path: '/activity',
    component: () => import('./features/activity/activity-screen.vue'),
    meta: { title: 'Activity', area: 'activity' },
  },
  { path: '/:rest(.*)*', redirect: '/advise' },
]

/** The router keeps the address in the hash: both hosts serve one file. */
export const makeRouter = (): Router => {
  const router = createRouter({ history: createWebHashHistory(), routes })
  router.afterEach((to) => {
    document.title =
      typeof to.meta['title'] === 'string' ? `${to.meta['title']} – Glidepath` : 'Glidepath'
  })
  return router
}
